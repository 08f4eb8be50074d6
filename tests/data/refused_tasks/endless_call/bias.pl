head_pred(f,2). body_pred(loop,2). type(f,(int,int)). type(loop,(int,int)). direction(f,(in,out)). direction(loop,(in,out)). max_vars(3). max_body(2).
