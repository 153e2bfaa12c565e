package settings

// Recording configures the microphone. Its zero value is that of a first start.
type Recording struct {
	// Device is the ID of the microphone that was chosen (package microphone), "" is the default of
	// the system.
	Device string `json:"device,omitempty"`
	// DeviceName is its name, to be shown while it is not there.
	DeviceName string `json:"device_name,omitempty"`
}
