// The panel is saved in the server's file, in the place of that of its name. The browser asks before a
// window with one that is not saved closes; pages without a server keep drafts.

class Saving {
  constructor(page) {
    addEventListener("beforeunload", (event) => {
      const isSaved = page.panels.includes(page.board.puzzle);
      if (page.history.canUndo && !isSaved) event.preventDefault();
    });
    find("saving").hidden = DATA.server.file === null;
    find("save").addEventListener("click", () => {
      const { puzzle } = page.board;
      this.asked = page.engine.ask("save", { panel: lineOf(puzzle) }, (finding) => {
        if (finding.name === "saved") {
          page.offerAlso(puzzle);
          find("saved").textContent = `${puzzle.id} is in ${finding.value}.`;
        }
        if (finding.error) find("saved").textContent = `${finding.error}.`; // it may begin with a name
      });
    });
  }

  // What was saved is the panel as it was.
  forget() {
    find("saved").textContent = "";
  }
}
