/* Functions that the header of the JIT's run time has inline. */
#include "tw_jit.h"

void tw_out_jit_set_i(Signed k, Signed v) {
    tw_jit_set_i(k, v);
}
void tw_out_jit_set_r(Signed k, GcRef v) {
    tw_jit_set_r(k, v);
}
void tw_out_jit_set_f(Signed k, double v) {
    tw_jit_set_f(k, v);
}
Signed tw_out_jit_get_i(Signed k) {
    return tw_jit_get_i(k);
}
GcRef tw_out_jit_get_r(Signed k) {
    return tw_jit_get_r(k);
}
double tw_out_jit_get_f(Signed k) {
    return tw_jit_get_f(k);
}
Signed tw_out_jit_result_i(void) {
    return tw_jit_result_i();
}
GcRef tw_out_jit_result_r(void) {
    return tw_jit_result_r();
}
double tw_out_jit_result_f(void) {
    return tw_jit_result_f();
}
void tw_out_jit_mark(Signed driver) {
    tw_jit_mark(driver);
}
void tw_out_jit_starts(void) {
    tw_jit_starts();
}
void tw_out_jit_say_again(void) {
    tw_jit_say_again();
}
Signed tw_out_jit_again(void) {
    return tw_jit_again();
}
Signed tw_out_jit_waits(void) {
    return tw_jit_waits();
}
Signed tw_out_jit_take_mark(Signed driver) {
    return tw_jit_take_mark(driver);
}
