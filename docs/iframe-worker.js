// A browser starts no worker from a disk. There the search works in a hidden frame instead.
if (location.protocol === "file:")
  window.Worker = class extends EventTarget {
    constructor(address) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.append(this.frame);
      const { contentWindow: inner, contentDocument: page } = this.frame;
      this.ready = new Promise((done) => {
        inner.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
        this.load(page, address).then(done);
      });
    }
    load(page, address) {
      return new Promise((done) => {
        const script = page.createElement("script");
        script.src = new URL(address, document.baseURI).href;
        script.onload = done;
        page.body.append(script);
      });
    }
    postMessage(data) {
      this.ready.then(() => this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data })));
    }
    terminate() {
      this.frame.remove();
    }
    set onmessage(listener) {
      this.addEventListener("message", listener);
    }
  };
