// A click on a head sorts the rows of a table: numbers by value, texts by alphabet, blanks last.

for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, place) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const before = head.getAttribute("aria-sort");
      const down = before ? before === "ascending" : head.title === "more is better";
      for (const one of heads) one.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const value = (row) => {
        const cell = row.cells[place];
        return cell.dataset.value ? Number(cell.dataset.value) : cell.textContent;
      };
      const rows = [...table.tBodies[0].rows].sort((one, other) => {
        const [a, b] = [value(one), value(other)];
        if (typeof a !== typeof b) return typeof a === "number" ? -1 : 1;
        const order = typeof a === "number" ? a - b : a.localeCompare(b);
        return down ? -order : order;
      });
      table.tBodies[0].append(...rows);
    });
  });
}
