package backups

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"parlando/app/history"
)

// ErrDamaged reports that a file of a backup is missing or was changed since it was written.
var ErrDamaged = errors.New("backups: the backup is damaged")

// ErrNewer reports that a newer Parlando wrote the backup.
var ErrNewer = errors.New("backups: the backup is from a newer version")

// Reason is the reason why a backup was made. Its value is stored.
type Reason string

// The reasons.
const (
	Daily   Reason = "daily"
	Version Reason = "version" // the first start of a new version
	Upgrade Reason = "upgrade" // before a change of the schema
	Restore Reason = "restore" // before chats were put back
	Import  Reason = "import"  // before chats of another program were imported
	ByHand  Reason = "by hand"
	Move    Reason = "move" // for another computer
)

// format is the version of the files' format. A change that older versions cannot read increases
// it.
const format = 1

// Manifest describes one backup. Its file is written last, so that a backup with a manifest is
// complete. It contains no words of the user.
type Manifest struct {
	Format int       `json:"format"`
	Made   time.Time `json:"made"`
	Reason Reason    `json:"reason"`
	// Program is the version of Parlando, Computer the name of the computer.
	Program  string `json:"program"`
	Computer string `json:"computer"`
	// Inspection counts the content of the library.
	history.Inspection
	// Recipient is the public key to which the files are encrypted, "" if they are not.
	Recipient string `json:"recipient,omitempty"`
	// Sounds reports whether recordings and sound files are in the backup. Unread is the number of
	// the library's files that could not be read.
	Sounds bool `json:"sounds"`
	Unread int  `json:"unread,omitempty"`
	// Library is the compressed database, Contents the compressed list of Files with their paths.
	Library  StoredFile `json:"library"`
	Contents StoredFile `json:"contents"`
	// Files are the other files, which several backups share.
	Files []StoredFile `json:"files"`
}

// StoredFile is a file of a backup.
type StoredFile struct {
	// Name is the path of the file in the folder of the backups, with slashes.
	Name string `json:"name"`
	// Size is in bytes. SHA256 is the checksum of the bytes as they are stored, in hexadecimal.
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

// Encrypted reports whether reading the backup needs its passphrase.
func (m *Manifest) Encrypted() bool { return m.Recipient != "" }

// Bytes returns the size of all files of the backup.
func (m *Manifest) Bytes() (sum int64) {
	for _, f := range m.all() {
		sum += f.Size
	}
	return sum
}

// all returns all files of the backup but the manifest.
func (m *Manifest) all() []StoredFile { return append([]StoredFile{m.Library, m.Contents}, m.Files...) }

// encode returns the file of the manifest: its JSON and, in the last line, the checksum of the
// JSON.
func (m *Manifest) encode() ([]byte, error) {
	data, err := json.MarshalIndent(m, "", " ")
	if err != nil {
		return nil, err
	}
	data = append(data, '\n')
	return fmt.Appendf(data, "%s\n", checksum(data)), nil
}

// decode parses the file of a manifest. Its errors are ErrDamaged and ErrNewer.
func decode(data []byte) (m Manifest, err error) {
	body, sum, _ := bytes.Cut(data, []byte("\n}\n"))
	body = append(bytes.Clone(body), "\n}\n"...)
	if string(sum) != checksum(body)+"\n" {
		return m, fmt.Errorf("%w: its description was changed", ErrDamaged)
	}
	if err := json.Unmarshal(body, &m); err != nil {
		return m, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if m.Format > format {
		return m, ErrNewer
	}
	for _, f := range m.all() {
		if !isOurs(f.Name) {
			return m, fmt.Errorf("%w: it names the file %q", ErrDamaged, f.Name)
		}
	}
	return m, nil
}

func checksum(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
