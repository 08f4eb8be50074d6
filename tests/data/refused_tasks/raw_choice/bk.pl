p(a). p(b). 
