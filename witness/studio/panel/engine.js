// Who answers questions about a panel: a worker of the page, which runs the scripts above this line.
// `ask` calls `tell` with each finding, last with `done`, `limit` or `error`, and returns what stops it.

const isLast = (finding) => ["done", "limit", "error"].some((key) => Object.hasOwn(finding, key));

class LocalEngine {
  constructor() {
    this.address = URL.createObjectURL(new Blob([OWN_SCRIPT], { type: "text/javascript" }));
  }

  ask(question, data, tell) {
    const worker = new Worker(this.address);
    const finish = (finding) => {
      stop();
      tell(finding);
    };
    // A worker looks at its clock between two partial paths, which may be far apart.
    const patience = setTimeout(() => finish({ limit: TOO_LARGE }), 1.2 * AT_MOST);
    const stop = () => {
      clearTimeout(patience);
      worker.terminate();
    };
    worker.onmessage = ({ data: finding }) => (isLast(finding) ? finish(finding) : tell(finding));
    worker.onerror = ({ message }) => finish({ error: message });
    worker.postMessage({ question, data });
    return { stop };
  }
}

const OWN_SCRIPT = globalThis.document?.currentScript?.textContent;

if (globalThis.WorkerGlobalScope) {
  onmessage = ({ data: { question, data } }) => answer(question, data, postMessage);
  return;
}
