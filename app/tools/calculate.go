package tools

import (
	"context"

	"parlando/app/chat"
	"parlando/app/tools/calculator"
)

// calculate evaluates arithmetic exactly, for which models guess the results.
var calculate = builtIn{
	definition: chat.ToolDefinition{
		Name:        Calculator,
		Description: `Exact arithmetic and units. Examples: "17 % of 240", "(2 + 3)^4 / 7", "sqrt(2)", "root(27, 3)", "72 °F in °C", "5 ft 3 in in cm".`,
		Parameters:  []byte(`{"type":"object","properties":{"expression":{"type":"string"}},"required":["expression"]}`),
	},
	run: func(ctx context.Context, _ *Tools, _ chat.ToolRequest, a arguments) (string, error) {
		return calculator.Evaluate(ctx, a.text("expression"))
	},
}
