package sqlite

import "database/sql"

// Affected returns the error of a statement, or none if the statement changed no row.
func Affected(result sql.Result, err, none error) error {
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n > 0 {
		return err
	}
	return none
}
