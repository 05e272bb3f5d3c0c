Prints a hundred letters and copies the letter to and fro each time so that the inner loops get hot
++++++++++[>++++++++++<-]>
[
 >++++++++++[>+++++++<-]>
 [>+>+<<-]>>[<<+>>-]<.
 [-]<[-]<<-
]
>++++++++++.
