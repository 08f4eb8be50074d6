// Panels that are being drawn, kept in the browser: one for each tab, so that two tabs do not meet.

const DRAFT = "witness.draft.";
const MOST_DRAFTS = 20;

class Drafts {
  constructor(page) {
    this.page = page;
    find("drafts").addEventListener("change", () => this.choose());
    find("forget").addEventListener("click", () => this.clear());
    addEventListener("storage", () => this.list());
    this.list();
  }

  // What the browser keeps, or nothing if it keeps nothing.
  stored(use) {
    try {
      return use(localStorage, sessionStorage);
    } catch {
      return null;
    }
  }

  get key() {
    return this.stored((_, ofTab) => {
      const key = ofTab.getItem(DRAFT) ?? `${DRAFT}${Date.now()}.${Math.random()}`;
      ofTab.setItem(DRAFT, key);
      return key;
    });
  }

  // All drafts, the newest first: { key, when, puzzle }.
  get all() {
    const read = (kept, key) => {
      try {
        const { when, puzzle } = JSON.parse(kept.getItem(key));
        return [{ key, when: Number(when), puzzle: readPuzzle(puzzle) }];
      } catch {
        return []; // another page's, or an older one's
      }
    };
    const keys = (kept) => Object.keys(kept).filter((key) => key.startsWith(DRAFT));
    const found = this.stored((kept) => keys(kept).flatMap((key) => read(kept, key))) ?? [];
    return found.sort((a, b) => b.when - a.when);
  }

  // The draft of this tab, or else the newest one; null if there is none.
  get latest() {
    const { all, key } = this;
    return (all.find((one) => one.key === key) ?? all[0])?.puzzle ?? null;
  }

  keep(puzzle) {
    this.stored((kept) => {
      kept.setItem(this.key, JSON.stringify({ when: Date.now(), puzzle: lineOf(puzzle) }));
      for (const { key } of this.all.slice(MOST_DRAFTS)) kept.removeItem(key);
    });
    this.list();
  }

  list() {
    const words = ({ when, puzzle: { id, rows, cols } }) =>
      `${id}, ${rows}×${cols}, ${new Date(when).toLocaleString()}`;
    this.shown = this.all;
    find("drafts").replaceChildren(
      element("option", {}, `${counted(this.shown.length, "draft")} in this browser`),
      ...this.shown.map((one) => element("option", {}, words(one))),
    );
    find("drafts-line").hidden = !this.shown.length;
  }

  choose() {
    const chosen = this.shown[find("drafts").selectedIndex - 1];
    find("drafts").selectedIndex = 0;
    if (chosen) this.page.setOwn(chosen.puzzle);
  }

  clear() {
    this.stored((kept) => {
      for (const { key } of this.all) kept.removeItem(key);
    });
    this.list();
  }
}
