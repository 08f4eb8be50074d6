// The panel is saved in the file from which the server has its panels, in the place of that of its name.

class Saving {
  constructor(page) {
    find("saving").hidden = DATA.server.file === null;
    find("save").addEventListener("click", () => {
      this.asked = page.engine.ask("save", { panel: lineOf(page.board.puzzle) }, (finding) => {
        if (finding.name === "saved")
          find("saved").textContent = `${page.board.puzzle.id} is in ${finding.value}.`;
        if (finding.error) find("saved").textContent = refusalWords(finding);
      });
    });
  }

  // What was saved is the panel as it was.
  forget() {
    find("saved").textContent = "";
  }
}
