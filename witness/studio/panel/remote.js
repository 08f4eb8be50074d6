// Who answers questions about a panel where there is a server: as `LocalEngine`, over the network of
// this machine. The server ends its work when the request is given up.

class RemoteEngine {
  ask(question, data, tell) {
    const given = new AbortController();
    this.read(question, data, tell, given.signal).catch(({ message }) => {
      const start = DATA.server.file ? `\`witness studio ${DATA.server.file}\`` : "the studio";
      const advice = `start ${start} again; until then Copy panel or JSON keeps this draft`;
      const error = `the server does not answer (${message}): ${advice}`;
      if (!given.signal.aborted) tell({ error });
    });
    return { stop: () => given.abort() };
  }

  async read(question, data, tell, signal) {
    const body = JSON.stringify(data);
    const response = await fetch(`ask/${question}`, { method: "POST", body, signal });
    if (!response.ok) throw new Error(`it refuses (${response.status})`);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      const lines = (rest + (value ?? "")).split("\n");
      rest = lines.pop();
      for (const line of lines) {
        if (signal.aborted) return;
        const finding = JSON.parse(line);
        tell(finding);
        if (isLast(finding)) return;
      }
      if (done) throw new Error("it ended before its answer");
    }
  }
}
