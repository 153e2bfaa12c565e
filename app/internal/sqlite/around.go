package sqlite

import "errors"

// Around reads rows by their keys and skips the unreadable ones: when read returns ErrDamaged,
// Around calls read again with each half of the keys. It returns the keys of the unreadable rows.
// Without damage it calls read once. A failed call of read must have no effect.
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
