/** Does with the generated Java client what every client is to do: a matrix, a plan that is waited for, and a job. */
import java.nio.file.Files;
import java.nio.file.Path;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.MatrixApi;
import org.openapitools.client.api.RoutingApi;
import org.openapitools.client.model.JobState;
import org.openapitools.client.model.JobStatus;
import org.openapitools.client.model.MatrixRequest;
import org.openapitools.client.model.MatrixResponse;
import org.openapitools.client.model.RoutingRequest;
import org.openapitools.client.model.RoutingResponse;

public class Plan {
    public static void main(String[] files) throws Exception {
        ApiClient client = new ApiClient();
        client.setBasePath(System.getenv("ROUTE_ENGINE_URL"));
        client.setApiKey(System.getenv("ROUTE_ENGINE_KEY"));
        MatrixRequest places = MatrixRequest.fromJson(Files.readString(Path.of(files[0])));
        MatrixResponse matrix = new MatrixApi(client).computeMatrix(places, null);
        RoutingRequest request = RoutingRequest.fromJson(Files.readString(Path.of(files[1])));
        RoutingApi routing = new RoutingApi(client);
        RoutingResponse plan = routing.solveRouting(request, null);
        String id = routing.submitRouting(request, null).getJobId();
        JobStatus status = routing.getRoutingJob(id, "true");
        while (status.getStatus() == JobState.RUNNING) {
            Thread.sleep(200);
            status = routing.getRoutingJob(id, "true");
        }
        System.out.println(matrix.getTravelCosts().size() + " " + plan.getStatus() + " " + plan.getStatistics().getOrdersServed() + " " + status.getStatus());
        System.exit(0);
    }
}
