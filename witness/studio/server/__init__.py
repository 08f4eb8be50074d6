"""A panel while it is drawn: what is known of it, what is suggested, and a server for a page.

`analysis` and `hovering` find out, `suggestions` are panels instead of one. `questions` says what a
page can ask, `worker` answers in processes that can be ended (`workers` starts them), `server` is
between these and a page, and `notebook` shows the page in a notebook.
"""
