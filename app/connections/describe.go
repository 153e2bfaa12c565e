package connections

import "parlando/client"

// The errors of Describe and Connect for invalid addresses.
var (
	ErrEmptyAddress = client.ErrEmptyAddress
	ErrNotHTTP      = client.ErrNotHTTP
	ErrUserInfo     = client.ErrUserInfo
	ErrTwoAddresses = client.ErrTwoAddresses
	ErrNoHost       = client.ErrNoHost
	ErrBadAddress   = client.ErrBadAddress
)

// Description is a parsed address.
type Description struct {
	// Address is the normalized base address, such as "https://api.example.org/v1"; Host is
	// host[:port].
	Address, Host string
	// Warn reports that everything, including the key, would leave this computer unencrypted.
	Warn bool
	// Here reports that the service runs on this computer.
	Here bool
}

// Describe parses an entered address. It sends nothing and may be called at every keystroke. The
// error is one of the Err values of this package.
func Describe(input string) (Description, error) {
	address, err := client.ParseAddress(input)
	if err != nil {
		return Description{}, err
	}
	return Description{
		Address: address.String(), Host: address.Host(), Here: address.IsLoopback(), Warn: address.IsUnencrypted() && !address.IsLoopback(),
	}, nil
}
