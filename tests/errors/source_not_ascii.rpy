# -*- coding: ascii -*-
x = "café"
