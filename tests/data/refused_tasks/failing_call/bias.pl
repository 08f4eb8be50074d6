head_pred(f,2). body_pred(inv,2). type(f,(int,int)). type(inv,(int,int)). direction(f,(in,out)). direction(inv,(in,out)). max_vars(3). max_body(2).
