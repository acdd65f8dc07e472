// What the packaged compiler-rt and libc of wasm32-wasi want and nobody else defines. Nothing of
// ours reads or writes files: what is written to standard error before an abort is lost.
#include <stdint.h>
#include <wasi/api.h>

uintptr_t __stack_chk_guard = 0x7469646C;
_Noreturn void __stack_chk_fail(void) { __builtin_trap(); }
