package sqlite

import (
	"cmp"
	"context"
	"fmt"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// TextStart returns the first n bytes of a stored text, or all of a shorter one. Unlike a query it
// does not read the whole text into memory. It sees the last committed data.
func (d *DB) TextStart(ctx context.Context, table, column string, row int64, n int) (text string, err error) {
	if err := cmp.Or(ctx.Err(), d.InPlace()); err != nil {
		return "", err
	}
	for _, mode := range []string{"mode=ro", "mode=ro&immutable=1"} { // see openReadOnly
		text, err = textStart(dsn(d.place.path, mode), table, column, row, n)
		if err == nil {
			break
		}
	}
	return text, Classify(err)
}

// resultCode is a SQLite error.
type resultCode int32

func (c resultCode) Error() string { return fmt.Sprintf("sqlite: result code %d", int32(c)) }

// Code returns the result code, as errors of the driver do.
func (c resultCode) Code() int { return int(c) }

func textStart(address, table, column string, row int64, n int) (string, error) {
	tls := libc.NewTLS()
	defer tls.Close()
	var names [4]uintptr
	for i, name := range []string{address, "main", table, column} {
		p, err := libc.CString(name)
		if err != nil {
			return "", err
		}
		defer libc.Xfree(tls, p)
		names[i] = p
	}
	const pointerBytes = 8
	result := tls.Alloc(pointerBytes)
	defer tls.Free(pointerBytes)
	code := sqlite3.Xsqlite3_open_v2(tls, names[0], result, sqlite3.SQLITE_OPEN_READONLY|sqlite3.SQLITE_OPEN_URI, 0)
	db := libc.AtomicLoadPUintptr(result)
	defer sqlite3.Xsqlite3_close_v2(tls, db)
	if code != sqlite3.SQLITE_OK {
		return "", resultCode(code)
	}
	code = sqlite3.Xsqlite3_blob_open(tls, db, names[1], names[2], names[3], row, 0, result)
	if code != sqlite3.SQLITE_OK {
		return "", resultCode(code)
	}
	blob := libc.AtomicLoadPUintptr(result)
	defer sqlite3.Xsqlite3_blob_close(tls, blob)
	n = min(n, int(sqlite3.Xsqlite3_blob_bytes(tls, blob)))
	if n == 0 {
		return "", nil
	}
	buffer := libc.Xmalloc(tls, libc.Tsize_t(n))
	if buffer == 0 {
		return "", resultCode(sqlite3.SQLITE_NOMEM)
	}
	defer libc.Xfree(tls, buffer)
	if code := sqlite3.Xsqlite3_blob_read(tls, blob, buffer, int32(n), 0); code != sqlite3.SQLITE_OK {
		return "", resultCode(code)
	}
	return string(libc.GoBytes(buffer, n)), nil
}
