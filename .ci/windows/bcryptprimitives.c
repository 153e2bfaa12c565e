// The one function that programs written in Go want of Windows 10 and Wine 8 lacks: random bytes.
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID data, ULONG size);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size) {
  while (size > 0) {
    ULONG some = size > 1 << 20 ? 1 << 20 : (ULONG)size;
    if (!SystemFunction036(data, some)) return FALSE;
    data += some;
    size -= some;
  }
  return TRUE;
}
