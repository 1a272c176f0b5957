from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.api_error import ApiError
from ...models.routing_request import RoutingRequest
from ...models.routing_response import RoutingResponse
from ...types import UNSET, Unset
from typing import cast



def _get_kwargs(
    *,
    body: RoutingRequest,
    idempotency_key: str | Unset = UNSET,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["idempotency-key"] = idempotency_key



    

    

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/engine/routing/v1/sync",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> ApiError | RoutingResponse | None:
    if response.status_code == 200:
        response_200 = RoutingResponse.from_dict(response.json())



        return response_200

    if response.status_code == 400:
        response_400 = ApiError.from_dict(response.json())



        return response_400

    if response.status_code == 401:
        response_401 = ApiError.from_dict(response.json())



        return response_401

    if response.status_code == 402:
        response_402 = ApiError.from_dict(response.json())



        return response_402

    if response.status_code == 403:
        response_403 = ApiError.from_dict(response.json())



        return response_403

    if response.status_code == 405:
        response_405 = ApiError.from_dict(response.json())



        return response_405

    if response.status_code == 409:
        response_409 = ApiError.from_dict(response.json())



        return response_409

    if response.status_code == 413:
        response_413 = ApiError.from_dict(response.json())



        return response_413

    if response.status_code == 415:
        response_415 = ApiError.from_dict(response.json())



        return response_415

    if response.status_code == 429:
        response_429 = ApiError.from_dict(response.json())



        return response_429

    if response.status_code == 500:
        response_500 = ApiError.from_dict(response.json())



        return response_500

    if response.status_code == 503:
        response_503 = ApiError.from_dict(response.json())



        return response_503

    if response.status_code == 504:
        response_504 = ApiError.from_dict(response.json())



        return response_504

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[ApiError | RoutingResponse]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    body: RoutingRequest,
    idempotency_key: str | Unset = UNSET,

) -> Response[ApiError | RoutingResponse]:
    """ Plan routes and wait for the answer

     Fewer than 50 distinct places are planned while you wait, within `options.time_limit`; mode `check`
    takes at most 1500. Costs 1 credit per started 10 visits plus 1 per started 10 shifts, counting
    repeats and copies. With the query parameter `dry_run=true`, the request is only validated and
    priced, and the response is that of the price endpoint.

    Args:
        idempotency_key (str | Unset):
        body (RoutingRequest): A routing problem: vehicles, orders, and the rules of the plan.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ApiError | RoutingResponse]
     """


    kwargs = _get_kwargs(
        body=body,
idempotency_key=idempotency_key,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    *,
    client: AuthenticatedClient,
    body: RoutingRequest,
    idempotency_key: str | Unset = UNSET,

) -> ApiError | RoutingResponse | None:
    """ Plan routes and wait for the answer

     Fewer than 50 distinct places are planned while you wait, within `options.time_limit`; mode `check`
    takes at most 1500. Costs 1 credit per started 10 visits plus 1 per started 10 shifts, counting
    repeats and copies. With the query parameter `dry_run=true`, the request is only validated and
    priced, and the response is that of the price endpoint.

    Args:
        idempotency_key (str | Unset):
        body (RoutingRequest): A routing problem: vehicles, orders, and the rules of the plan.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ApiError | RoutingResponse
     """


    return sync_detailed(
        client=client,
body=body,
idempotency_key=idempotency_key,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: RoutingRequest,
    idempotency_key: str | Unset = UNSET,

) -> Response[ApiError | RoutingResponse]:
    """ Plan routes and wait for the answer

     Fewer than 50 distinct places are planned while you wait, within `options.time_limit`; mode `check`
    takes at most 1500. Costs 1 credit per started 10 visits plus 1 per started 10 shifts, counting
    repeats and copies. With the query parameter `dry_run=true`, the request is only validated and
    priced, and the response is that of the price endpoint.

    Args:
        idempotency_key (str | Unset):
        body (RoutingRequest): A routing problem: vehicles, orders, and the rules of the plan.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ApiError | RoutingResponse]
     """


    kwargs = _get_kwargs(
        body=body,
idempotency_key=idempotency_key,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    *,
    client: AuthenticatedClient,
    body: RoutingRequest,
    idempotency_key: str | Unset = UNSET,

) -> ApiError | RoutingResponse | None:
    """ Plan routes and wait for the answer

     Fewer than 50 distinct places are planned while you wait, within `options.time_limit`; mode `check`
    takes at most 1500. Costs 1 credit per started 10 visits plus 1 per started 10 shifts, counting
    repeats and copies. With the query parameter `dry_run=true`, the request is only validated and
    priced, and the response is that of the price endpoint.

    Args:
        idempotency_key (str | Unset):
        body (RoutingRequest): A routing problem: vehicles, orders, and the rules of the plan.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ApiError | RoutingResponse
     """


    return (await asyncio_detailed(
        client=client,
body=body,
idempotency_key=idempotency_key,

    )).parsed
