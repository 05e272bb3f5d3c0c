from helper_circle import thing
