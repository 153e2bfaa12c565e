package settings

// Recording configures the microphone. Its zero value is the default.
type Recording struct {
	// Device is the ID of the chosen microphone (package microphone), "" for the default of the
	// system.
	Device string `json:"device,omitempty"`
	// DeviceName is the microphone's name, shown while it is unplugged.
	DeviceName string `json:"device_name,omitempty"`
}
