//! What the code of a row answers: the annotation of a result, or a call that gives it.
//!
//! Code of rows reads and joins facts. It calls nothing and makes no graph: it says which function of the library, which
//! value or which special method is to be called with what, and `kinds/execute.rs` calls that.

use crate::model::descs::{CallShape, LIBRARY};
use crate::model::errors::AResult;
use crate::model::site::Site;
use crate::model::state::{CallArgs, Facts};
use crate::model::targets::ArgSource;
use crate::model::{Kind, SomeValue};
use flowmodel::HlOp;

/// The answer of a row.
pub(crate) struct Answer {
    pub what: What,
    /// Make the result of that, one after the other.
    pub steps: Vec<Step>,
}

/// Says what an answer begins with.
pub(crate) enum What {
    /// An annotation.
    Is(SomeValue),
    /// The result of a call.
    Call(Box<Call>),
    /// It is None, once all these answers are annotated.
    Each(Vec<Answer>),
}

/// Makes the result of an operation of that of a call.
pub(crate) type Step = Box<dyn FnOnce(&mut Facts, Site, SomeValue) -> AResult>;

/// A call as the implementation of an operation, a method or a built-in function.
pub(crate) struct Call {
    pub callee: Callee,
    pub args: CallArgs,
}

/// Says what is called.
pub(crate) enum Callee {
    /// A function of `rlib/builtins`: its module, and its name.
    Library(String, String),
    /// A value, and what marks the call for the RTyper.
    Value(SomeValue, &'static str),
    /// A special method of an object.
    Special(SomeValue, &'static str),
    /// An operation, as if it stood in the graph.
    Operation(HlOp),
    /// A value that the program calls, and the argument whose items are the last ones.
    Program(SomeValue, Option<(SomeValue, ArgSource)>),
}

impl From<SomeValue> for Answer {
    fn from(s: SomeValue) -> Answer {
        Answer { what: What::Is(s), steps: vec![] }
    }
}

impl From<Kind> for Answer {
    fn from(k: Kind) -> Answer {
        SomeValue::from(k).into()
    }
}

/// The operands of the current operation with these indices, as arguments.
fn operands(args: &[(usize, &SomeValue)]) -> CallArgs {
    positional(args.iter().map(|(i, s)| ((*s).clone(), ArgSource::Operand(*i))).collect())
}

/// Arguments without keywords.
pub(crate) fn positional(positional: Vec<(SomeValue, ArgSource)>) -> CallArgs {
    let shape = CallShape { pos: positional.len(), ..CallShape::default() };
    CallArgs { positional, keywords: vec![], shape }
}

impl Answer {
    fn call(callee: Callee, args: CallArgs) -> Answer {
        Answer { what: What::Call(Box::new(Call { callee, args })), steps: vec![] }
    }
    /// A call of a library function. The sources of the arguments say which operand each is (`ArgSource::This`: the object of a
    /// built-in method; `ArgSource::Default`: a constant).
    pub(crate) fn library(module: &str, function: &str, args: CallArgs) -> Answer {
        Answer::call(Callee::Library(module.into(), function.into()), args)
    }
    /// A call of a library function with operands of the current operation, given by their indices.
    pub(crate) fn library_on(module: &str, function: &str, args: &[(usize, &SomeValue)]) -> Answer {
        Answer::library(module, function, operands(args))
    }
    /// A call of a library function as the implementation of a method of a built-in type: the object comes first.
    pub(crate) fn library_method(
        module: &str,
        function: &str,
        this: &SomeValue,
        args: &CallArgs,
    ) -> Answer {
        let mut args = args.clone();
        args.positional.insert(0, (this.clone(), ArgSource::This));
        args.shape.pos += 1;
        Answer::library(module, function, args)
    }
    /// A call of a function that a factory of the library made.
    pub(crate) fn made(f: &SomeValue, args: CallArgs) -> Answer {
        Answer::call(Callee::Value(f.clone(), LIBRARY), args)
    }
    /// A call of such a function with operands of the current operation.
    pub(crate) fn made_on(f: &SomeValue, args: &[(usize, &SomeValue)]) -> Answer {
        Answer::made(f, operands(args))
    }
    /// A call of a function of the program, with a mark for the RTyper.
    pub(crate) fn value(f: &SomeValue, args: CallArgs, mark: &'static str) -> Answer {
        Answer::call(Callee::Value(f.clone(), mark), args)
    }
    /// A call that the program makes. The items of `star` are further arguments.
    pub(crate) fn program(
        f: &SomeValue,
        args: CallArgs,
        star: Option<(SomeValue, ArgSource)>,
    ) -> Answer {
        Answer::call(Callee::Program(f.clone(), star), args)
    }
    /// A call of a special method with the operands behind the object.
    pub(crate) fn special(this: &SomeValue, name: &'static str, args: Vec<SomeValue>) -> Answer {
        let args = args.into_iter().enumerate();
        let args = positional(args.map(|(i, s)| (s, ArgSource::Operand(i + 1))).collect());
        Answer::special_with(this, name, args)
    }
    /// A call of a special method with these arguments.
    pub(crate) fn special_with(this: &SomeValue, name: &'static str, args: CallArgs) -> Answer {
        Answer::call(Callee::Special(this.clone(), name), args)
    }
    /// The result of an operation on these operands, as if it stood in the graph.
    pub(crate) fn operation(op: HlOp, args: Vec<SomeValue>) -> Answer {
        let args = args.into_iter().enumerate();
        let args = args.map(|(i, s)| (s, ArgSource::Operand(i))).collect();
        Answer::call(Callee::Operation(op), positional(args))
    }

    /// None, once all these answers are annotated.
    pub(crate) fn each(answers: Vec<Answer>) -> Answer {
        Answer { what: What::Each(answers), steps: vec![] }
    }

    /// The answer, with one more step that makes the result.
    pub(crate) fn then(
        mut self,
        step: impl FnOnce(&mut Facts, Site, SomeValue) -> AResult + 'static,
    ) -> Answer {
        self.steps.push(Box::new(step));
        self
    }
    /// The answer, whose result is this value in place of what the call gives.
    pub(crate) fn giving(self, value: SomeValue) -> Answer {
        self.then(move |_, _, _| Ok(value))
    }
}
