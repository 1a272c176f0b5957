from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.api_error import ApiError
from ...models.live_speeds_request import LiveSpeedsRequest
from ...models.live_speeds_state import LiveSpeedsState
from typing import cast



def _get_kwargs(
    *,
    body: LiveSpeedsRequest,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}


    

    

    _kwargs: dict[str, Any] = {
        "method": "put",
        "url": "/engine/speeds/v1",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> ApiError | LiveSpeedsState | None:
    if response.status_code == 200:
        response_200 = LiveSpeedsState.from_dict(response.json())



        return response_200

    if response.status_code == 400:
        response_400 = ApiError.from_dict(response.json())



        return response_400

    if response.status_code == 401:
        response_401 = ApiError.from_dict(response.json())



        return response_401

    if response.status_code == 403:
        response_403 = ApiError.from_dict(response.json())



        return response_403

    if response.status_code == 405:
        response_405 = ApiError.from_dict(response.json())



        return response_405

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


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[ApiError | LiveSpeedsState]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    body: LiveSpeedsRequest,

) -> Response[ApiError | LiveSpeedsState]:
    """ Set the live speeds

     Free of charge, for operators' keys. The rules replace all that were given before, hold until they
    expire, and are applied after those of the speeds file, in all processes within 2 s.

    Args:
        body (LiveSpeedsRequest): Live speeds: the current speeds of roads.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ApiError | LiveSpeedsState]
     """


    kwargs = _get_kwargs(
        body=body,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    *,
    client: AuthenticatedClient,
    body: LiveSpeedsRequest,

) -> ApiError | LiveSpeedsState | None:
    """ Set the live speeds

     Free of charge, for operators' keys. The rules replace all that were given before, hold until they
    expire, and are applied after those of the speeds file, in all processes within 2 s.

    Args:
        body (LiveSpeedsRequest): Live speeds: the current speeds of roads.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ApiError | LiveSpeedsState
     """


    return sync_detailed(
        client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: LiveSpeedsRequest,

) -> Response[ApiError | LiveSpeedsState]:
    """ Set the live speeds

     Free of charge, for operators' keys. The rules replace all that were given before, hold until they
    expire, and are applied after those of the speeds file, in all processes within 2 s.

    Args:
        body (LiveSpeedsRequest): Live speeds: the current speeds of roads.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ApiError | LiveSpeedsState]
     """


    kwargs = _get_kwargs(
        body=body,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    *,
    client: AuthenticatedClient,
    body: LiveSpeedsRequest,

) -> ApiError | LiveSpeedsState | None:
    """ Set the live speeds

     Free of charge, for operators' keys. The rules replace all that were given before, hold until they
    expire, and are applied after those of the speeds file, in all processes within 2 s.

    Args:
        body (LiveSpeedsRequest): Live speeds: the current speeds of roads.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ApiError | LiveSpeedsState
     """


    return (await asyncio_detailed(
        client=client,
body=body,

    )).parsed
