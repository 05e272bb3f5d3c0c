//! The table of operators: how each is written, its special methods, and its high-level operations.
//!
//! All stages read it: parser and bytecode have the enums, the host calls the methods, the flow space records the operations, annotator
//! and RTyper go back from an operation to its row.

use crate::hl::HlOp;
use std::sync::LazyLock;

/// A row of the table.
#[derive(PartialEq, Eq, Debug)]
pub struct Operator {
    /// Says which sort of operator it is.
    pub kind: OperatorKind,
    /// The spelling in programs and messages: `+`, `divmod()`.
    pub sign: &'static str,
    /// The sign of the augmented assignment: `+=`; only of binary operators.
    pub in_place_sign: &'static str,
    /// The operation.
    pub plain: HlOp,
    /// The operation of the augmented assignment.
    pub in_place: Option<HlOp>,
    /// The operation within `ovfcheck`.
    pub checked: Option<HlOp>,
    /// The special method of the left (or only) operand; empty: there is none.
    pub method: &'static str,
    /// The special method of the right operand, which is asked where the left one has none; empty: there is none.
    pub reflected: &'static str,
    /// The special method for the augmented assignment; empty: there is none.
    pub in_place_method: &'static str,
}

/// Says what sort of operator an operation is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum OperatorKind {
    /// `a + b`
    Binary(BinaryOp),
    /// `-a`
    Unary(UnaryOp),
    /// `a < b`
    Compare(CompareOp),
    /// A built-in function with a special method: `divmod(a, b)`.
    Function,
}

/// Says which of a row's operations it is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Form {
    /// `a + b`
    Plain,
    /// `a += b`
    InPlace,
    /// `ovfcheck(a + b)`
    Checked,
}

/// An operation that the row may not have.
macro_rules! partner {
    (-) => {
        None
    };
    ($op:ident) => {
        Some(HlOp::$op)
    };
}

macro_rules! operators {
    ($(#[doc = $about:literal])+ $name:ident $kind:ident $table:ident:
     $($(#[doc = $doc:literal])+ $variant:ident $sign:literal [$plain:ident $in_place:tt $checked:tt]
       $method:literal $reflected:literal $in_place_method:literal;)*) => {
        $(#[doc = $about])+
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name { $($(#[doc = $doc])+ $variant,)* }

        const $table: &[Operator] = &[$(Operator {
            kind: OperatorKind::$kind($name::$variant),
            sign: $sign,
            in_place_sign: concat!($sign, "="),
            plain: HlOp::$plain,
            in_place: partner!($in_place),
            checked: partner!($checked),
            method: $method,
            reflected: $reflected,
            in_place_method: $in_place_method,
        }),*];

        impl $name {
            /// Its row.
            pub fn row(self) -> &'static Operator {
                &$table[self as usize]
            }
            /// Gives its spelling in the source.
            pub fn sign(self) -> &'static str {
                self.row().sign
            }
        }
    };
}

operators! {
    /// Binary operators.
    BinaryOp Binary BINARY:
    /// `+`
    Add "+" [Add InplaceAdd AddOvf] "__add__" "__radd__" "__iadd__";
    /// `-`
    Sub "-" [Sub InplaceSub SubOvf] "__sub__" "__rsub__" "__isub__";
    /// `*`
    Mul "*" [Mul InplaceMul MulOvf] "__mul__" "__rmul__" "__imul__";
    /// `//`
    FloorDiv "//" [FloorDiv InplaceFloorDiv FloorDivOvf] "__floordiv__" "__rfloordiv__" "__ifloordiv__";
    /// `/` of Python 2: floor division on integers
    Div "/" [Div InplaceDiv FloorDivOvf] "__div__" "__rdiv__" "__idiv__";
    /// `/` of Python 3
    TrueDiv "/" [TrueDiv InplaceTrueDiv -] "__truediv__" "__rtruediv__" "__itruediv__";
    /// `%`
    Mod "%" [Mod InplaceMod ModOvf] "__mod__" "__rmod__" "__imod__";
    /// `**`
    Pow "**" [Pow InplacePow -] "__pow__" "__rpow__" "__ipow__";
    /// `<<`
    LShift "<<" [LShift InplaceLShift LShiftOvf] "__lshift__" "__rlshift__" "__ilshift__";
    /// `>>`
    RShift ">>" [RShift InplaceRShift -] "__rshift__" "__rrshift__" "__irshift__";
    /// `&`
    And "&" [And InplaceAnd -] "__and__" "__rand__" "__iand__";
    /// `|`
    Or "|" [Or InplaceOr -] "__or__" "__ror__" "__ior__";
    /// `^`
    Xor "^" [Xor InplaceXor -] "__xor__" "__rxor__" "__ixor__";
    /// `@`
    MatMul "@" [MatMul InplaceMatMul -] "__matmul__" "__rmatmul__" "__imatmul__";
}

operators! {
    /// Unary operators (`not` as a condition is compiled to jumps).
    UnaryOp Unary UNARY:
    /// `+x`
    Pos "+" [Pos - -] "__pos__" "" "";
    /// `-x`
    Neg "-" [Neg - NegOvf] "__neg__" "" "";
    /// `~x`
    Invert "~" [Invert - -] "__invert__" "" "";
    /// `not x`, where its value is wanted
    Not "not" [Not - -] "" "" "";
}

operators! {
    /// Comparisons (`is not` and `not in` are compiled to their positive form and `Not`).
    CompareOp Compare COMPARE:
    /// `<`
    Lt "<" [Lt - -] "__lt__" "__gt__" "";
    /// `<=`
    Le "<=" [Le - -] "__le__" "__ge__" "";
    /// `==`
    Eq "==" [Eq - -] "__eq__" "__eq__" "";
    /// `!=`
    Ne "!=" [Ne - -] "__ne__" "__ne__" "";
    /// `>`
    Gt ">" [Gt - -] "__gt__" "__lt__" "";
    /// `>=`
    Ge ">=" [Ge - -] "__ge__" "__le__" "";
    /// `is`
    Is "is" [Is - -] "" "" "";
    /// `in` (left operand: the item; the operation has the container first)
    In "in" [Contains - -] "" "__contains__" "";
}

const FUNCTIONS: &[Operator] = &[
    function("divmod()", HlOp::DivMod, None, "__divmod__", "__rdivmod__"),
    function("abs()", HlOp::Abs, Some(HlOp::AbsOvf), "__abs__", ""),
];

const fn function(
    sign: &'static str,
    plain: HlOp,
    checked: Option<HlOp>,
    method: &'static str,
    reflected: &'static str,
) -> Operator {
    let kind = OperatorKind::Function;
    Operator {
        kind,
        sign,
        in_place_sign: "",
        plain,
        in_place: None,
        checked,
        method,
        reflected,
        in_place_method: "",
    }
}

/// All rows.
pub fn all() -> impl Iterator<Item = &'static Operator> {
    [BINARY, UNARY, COMPARE, FUNCTIONS].into_iter().flatten()
}

impl Operator {
    /// Its special methods.
    pub fn methods(&self) -> impl Iterator<Item = &'static str> {
        [self.method, self.reflected, self.in_place_method].into_iter().filter(|m| !m.is_empty())
    }
}

impl BinaryOp {
    /// The other of the two rows of `/`: a class with methods for one of them serves the other as well.
    pub fn other_division(self) -> Option<BinaryOp> {
        match self {
            BinaryOp::Div => Some(BinaryOp::TrueDiv),
            BinaryOp::TrueDiv => Some(BinaryOp::Div),
            _ => None,
        }
    }
}

impl HlOp {
    /// The operator whose operation it is, and in which form. (That within `ovfcheck` of both divisions of integers is the one of `//`.)
    pub fn operator(self) -> Option<(&'static Operator, Form)> {
        static ROWS: LazyLock<Vec<Option<(&'static Operator, Form)>>> = LazyLock::new(|| {
            let mut rows = vec![None; HlOp::ALL.len()];
            for row in all() {
                let ops = [
                    (Some(row.plain), Form::Plain),
                    (row.in_place, Form::InPlace),
                    (row.checked, Form::Checked),
                ];
                for (op, form) in ops {
                    if let Some(op) = op {
                        rows[op as usize].get_or_insert((row, form));
                    }
                }
            }
            rows
        });
        ROWS[self as usize]
    }

    fn form(self) -> Form {
        self.operator().map_or(Form::Plain, |(_, form)| form)
    }

    /// Says whether it is the operation of an augmented assignment.
    pub fn is_in_place(self) -> bool {
        self.form() == Form::InPlace
    }

    /// Says whether it is an operation within `ovfcheck`.
    pub fn is_checked(self) -> bool {
        self.form() == Form::Checked
    }

    /// The plain operation behind an in-place or overflow-checked one.
    pub fn plain(self) -> HlOp {
        self.operator().map_or(self, |(row, _)| row.plain)
    }

    /// The plain operation behind an in-place one.
    pub fn without_in_place(self) -> HlOp {
        if self.is_in_place() { self.plain() } else { self }
    }

    /// Gives the operation that `ovfcheck` makes of it.
    pub fn checked(self) -> Option<HlOp> {
        self.operator().and_then(|(row, _)| row.checked)
    }

    /// Gives the spelling in programs, if it is an operator.
    pub fn sign(self) -> Option<&'static str> {
        match self.operator()? {
            (row, Form::Plain) => Some(row.sign),
            (row, Form::InPlace) => Some(row.in_place_sign),
            (_, Form::Checked) => None,
        }
    }

    /// The binary operator that it is in some form.
    pub fn binary(self) -> Option<BinaryOp> {
        match self.operator()?.0.kind {
            OperatorKind::Binary(op) => Some(op),
            _ => None,
        }
    }

    /// Says whether it orders its operands: `<`, `<=`, `>`, `>=`.
    pub fn is_ordering(self) -> bool {
        matches!(self, HlOp::Lt | HlOp::Le | HlOp::Gt | HlOp::Ge)
    }
}
