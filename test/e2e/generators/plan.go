// Command plan does with the generated Go client what every client is to do: a matrix, a plan that is waited for, and a job.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	engine "github.com/GIT_USER_ID/GIT_REPO_ID"
)

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func read(path string, into any) {
	text, err := os.ReadFile(path)
	must(err)
	must(json.Unmarshal(text, into))
}

func main() {
	config := engine.NewConfiguration()
	config.Servers = engine.ServerConfigurations{{URL: os.Getenv("ROUTE_ENGINE_URL")}}
	config.AddDefaultHeader("x-api-key", os.Getenv("ROUTE_ENGINE_KEY"))
	api, ctx := engine.NewAPIClient(config), context.Background()

	var matrixRequest engine.MatrixRequest
	read(os.Args[1], &matrixRequest)
	matrix, _, err := api.MatrixAPI.ComputeMatrix(ctx).MatrixRequest(matrixRequest).Execute()
	must(err)

	var request engine.RoutingRequest
	read(os.Args[2], &request)
	plan, _, err := api.RoutingAPI.SolveRouting(ctx).RoutingRequest(request).Execute()
	must(err)

	job, _, err := api.RoutingAPI.SubmitRouting(ctx).RoutingRequest(request).Execute()
	must(err)
	for {
		status, _, err := api.RoutingAPI.GetRoutingJob(ctx).Jobid(job.JobId).Details("true").Execute()
		must(err)
		if status.Status != engine.RUNNING {
			fmt.Println(len(matrix.TravelCosts), plan.Status, plan.Statistics.OrdersServed, status.Status)
			return
		}
		time.Sleep(200 * time.Millisecond)
	}
}
