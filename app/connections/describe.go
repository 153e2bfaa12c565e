package connections

import "parlando/client"

// The reasons Describe and Connect refuse an address.
var (
	ErrEmptyAddress = client.ErrEmptyAddress
	ErrNotHTTP      = client.ErrNotHTTP
	ErrUserInfo     = client.ErrUserInfo
	ErrTwoAddresses = client.ErrTwoAddresses
	ErrNoHost       = client.ErrNoHost
	ErrBadAddress   = client.ErrBadAddress
)

// Description is the meaning of a typed address.
type Description struct {
	// Address is the base address as it will be used, as in "https://api.example.org/v1"; Host is
	// host[:port].
	Address, Host string
	// Warn: everything, the key too, would leave this computer unencrypted.
	Warn bool
	// Here: the service runs on this computer.
	Here bool
}

// Describe interprets a typed address. It sends nothing and may be called at every key. The error
// is one of the Err values of this package.
func Describe(input string) (Description, error) {
	address, err := client.ParseAddress(input)
	if err != nil {
		return Description{}, err
	}
	return Description{
		Address: address.String(), Host: address.Host(), Here: address.Loopback(), Warn: address.Plain() && !address.Loopback(),
	}, nil
}
