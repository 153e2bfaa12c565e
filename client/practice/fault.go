package practice

import (
	"encoding/json"
	"net/http"
)

// fault is an error response, in the same form at every path:
// {"error":{"message":…,"type":…,"param":…,"code":…}}. param names the field, "" for none; code is
// a machine-readable word.
type fault struct {
	status               int
	message, param, code string
	// header holds additional response headers.
	header map[string]string
}

// refuse writes a fault as the response.
func refuse(w http.ResponseWriter, f fault) {
	kind := "invalid_request_error"
	switch {
	case f.status == http.StatusUnauthorized:
		kind = "authentication_error"
	case f.status == http.StatusTooManyRequests:
		kind = "rate_limit_error"
	case f.status == http.StatusPaymentRequired:
		kind = "insufficient_quota"
	case f.status >= 500:
		kind = "server_error"
	}
	orNull := func(s string) any {
		if s == "" {
			return nil
		}
		return s
	}
	for name, value := range f.header {
		w.Header().Set(name, value)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(f.status)
	_ = json.NewEncoder(w).Encode(map[string]any{"error": map[string]any{
		"message": f.message, "type": kind, "param": orNull(f.param), "code": orNull(f.code),
	}})
}

// wrongKey returns the fault for a key other than Key.
func wrongKey() fault {
	return badKey("Incorrect API key provided. The practice gateway knows one key only.")
}

// badKey returns the fault for a missing, malformed or wrong key (docs/gateway.md 5).
func badKey(message string) fault {
	return fault{
		status: http.StatusUnauthorized, code: "invalid_api_key", message: message,
		header: map[string]string{"WWW-Authenticate": "Bearer"},
	}
}

// wrong returns the fault for a field that breaks its rule.
func wrong(param, message string) *fault {
	return &fault{status: http.StatusBadRequest, param: param, code: "invalid_value", message: message}
}
