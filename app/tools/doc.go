// Package tools is the owner of the tools that a model may use and of the permission to use them:
// which tools there are, what their arguments must look like, which calls wait for the user, and
// how a tool is run. It knows no window and no network.
//
// A call goes through Check, Ask and Run, and when its turn has ended through DropPermissions.
// While Ask waits, the call is in Waiting, and a window ends it with Decide. Permissions live in
// memory: after a start every call that asks is asked about again.
//
// A built-in tool is one file and one row in the table builtIns. The file holds its definition and
// what it does:
//
//	// coin tosses a coin.
//	var coin = builtIn{
//		definition: chat.ToolDefinition{
//			Name:        "coin",
//			Description: "Toss a coin a number of times.",
//			Parameters:  []byte(`{"type":"object","properties":{"times":{"type":"integer"}},"required":["times"]}`),
//		},
//		run: func(_ context.Context, _ *Tools, _ chat.ToolRequest, a arguments) (string, error) {
//			times, err := a.number("times", 100)
//			if err != nil {
//				return "", err
//			}
//			return fmt.Sprint(rand.IntN(times + 1), " times heads"), nil
//		},
//	}
//
// One that reads what is the user's, or sends anything out, sets asks.
package tools
