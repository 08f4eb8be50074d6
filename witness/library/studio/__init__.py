"""A panel while it is drawn: what is known of it, and the local server that a page asks.

`analysis` and `hovering` find out, `questions` says what can be asked, `worker` answers in
processes that can be ended (`workers` starts them), `server` is between these and a page, and
`notebook` shows the page in a notebook.
"""
