package backups

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"

	"filippo.io/age"
	"filippo.io/age/armor"

	"parlando/app/internal/wholefile"
)

// ErrPassphrase reports that the backup is encrypted and that the passphrase is missing or wrong.
var ErrPassphrase = errors.New("backups: the passphrase is missing or wrong")

// shortKey is the number of characters of a public key in the name of the file of its secret half.
const shortKey = 12

// keyName returns the name of the file with the secret half of a key pair, sealed by the
// passphrase.
func keyName(recipient string) string {
	return "key-" + recipient[len(recipient)-min(shortKey, len(recipient)):] + ageSuffix
}

// newKey creates a key pair, stores its secret half in the folder, sealed by the passphrase, and
// returns the public half. workFactor is the cost of trying a passphrase, as the logarithm of two;
// 0 means the default of age.
func newKey(dir, passphrase string, workFactor int) (recipient string, err error) {
	identity, err := age.GenerateX25519Identity()
	if err != nil {
		return "", err
	}
	sealer, err := age.NewScryptRecipient(passphrase)
	if err != nil {
		return "", err
	}
	if workFactor > 0 {
		sealer.SetWorkFactor(workFactor)
	}
	recipient = identity.Recipient().String()
	return recipient, wholefile.Write(filepath.Join(dir, keyName(recipient)), 0o600, func(w io.Writer) error {
		text := armor.NewWriter(w)
		sealed, err := age.Encrypt(text, sealer)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(sealed, "# public key: %s\n%s\n", recipient, identity)
		return errors.Join(err, sealed.Close(), text.Close())
	})
}

// Unlock returns the secret half of the key to which the backup is encrypted, or ErrPassphrase. It
// returns nil for a backup that is not encrypted.
func (b *Backup) Unlock(passphrase string) (age.Identity, error) {
	if !b.Encrypted() {
		return nil, nil //nolint:nilnil // no identity is needed
	}
	sealed, err := fs.ReadFile(b.files, keyName(b.Recipient))
	if err != nil {
		return nil, fmt.Errorf("%w: its key: %w", ErrDamaged, err)
	}
	if passphrase == "" {
		return nil, ErrPassphrase
	}
	opener, err := age.NewScryptIdentity(passphrase)
	if err != nil {
		return nil, err
	}
	r, err := age.Decrypt(armor.NewReader(bytes.NewReader(sealed)), opener)
	if _, ok := errors.AsType[*age.NoIdentityMatchError](err); ok {
		return nil, ErrPassphrase
	}
	if err != nil {
		return nil, fmt.Errorf("%w: its key: %w", ErrDamaged, err)
	}
	found, err := age.ParseIdentities(r)
	if err != nil {
		return nil, fmt.Errorf("%w: its key: %w", ErrDamaged, err)
	}
	return found[0], nil
}
