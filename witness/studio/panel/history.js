// The states of a panel that is drawn by hand, for undo and redo.

const MOST_STATES = 1000;

class History {
  constructor() {
    this.states = [];
    this.at = -1;
    this.gesture = null;
  }

  get state() {
    return this.states[this.at];
  }
  get canUndo() {
    return this.at > 0;
  }
  get canRedo() {
    return this.at < this.states.length - 1;
  }

  // Keep a state; what one gesture makes, such as dragging, counts as one.
  keep(state, gesture = null) {
    const text = JSON.stringify(state);
    if (this.state && JSON.stringify(this.state) === text) return;
    const replaces = gesture !== null && gesture === this.gesture;
    if (!replaces) this.at++;
    this.gesture = gesture;
    this.states.splice(this.at, this.states.length, state);
    if (this.at === MOST_STATES) {
      this.states.shift();
      this.at--;
    }
  }

  undo() {
    this.at -= Number(this.canUndo);
    this.gesture = null;
    return this.state;
  }

  redo() {
    this.at += Number(this.canRedo);
    this.gesture = null;
    return this.state;
  }
}
