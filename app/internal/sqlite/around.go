package sqlite

import "errors"

// Around reads rows by their keys, and around those that cannot be read: while read returns
// ErrDamaged it is called for ever smaller parts of keys. It returns the keys that are lost. Where
// nothing is damaged it calls read once. A call of read that fails must leave nothing behind.
func Around[K any](keys []K, read func(some []K) error) (lost []K, err error) {
	if len(keys) == 0 {
		return nil, nil
	}
	switch err = Classify(read(keys)); {
	case err == nil || !errors.Is(err, ErrDamaged):
		return nil, err
	case len(keys) == 1:
		return keys, nil
	}
	half := len(keys) / 2
	for _, some := range [][]K{keys[:half], keys[half:]} {
		missed, err := Around(some, read)
		if err != nil {
			return nil, err
		}
		lost = append(lost, missed...)
	}
	return lost, nil
}
