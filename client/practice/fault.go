package practice

import (
	"encoding/json"
	"net/http"
	"strconv"
)

// fault is an answer that refuses. All of them have one shape:
// {"error":{"message":…,"type":…,"param":…,"code":…}}.
type fault struct {
	status               int
	message, param, code string
	retryAfter           int // seconds, 0 for none
}

// refuse writes a fault.
func refuse(w http.ResponseWriter, f fault) {
	kind := "invalid_request_error"
	switch {
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
	if f.retryAfter > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(f.retryAfter))
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(f.status)
	_ = json.NewEncoder(w).Encode(map[string]any{"error": map[string]any{
		"message": f.message, "type": kind, "param": orNull(f.param), "code": orNull(f.code),
	}})
}

// badKey is the answer to a missing or wrong key.
func badKey(missing bool) fault {
	f := fault{status: http.StatusUnauthorized, code: "invalid_api_key", message: "Incorrect API key provided. The practice gateway knows one key only."}
	if missing {
		f.message = "You didn't provide an API key. Send it as Authorization: Bearer YOUR_KEY."
	}
	return f
}

// wrong is a field that breaks its rule.
func wrong(param, message string) *fault {
	return &fault{status: http.StatusBadRequest, param: param, code: "invalid_value", message: message}
}
