from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.api_error import ApiError
from typing import cast



def _get_kwargs(
    z: int,
    x: int,
    y: int,

) -> dict[str, Any]:
    

    

    

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/engine/maps/v1/tiles/{z}/{x}/{y}.mvt".format(z=quote(str(z), safe=""),x=quote(str(x), safe=""),y=quote(str(y), safe=""),),
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> ApiError | str | None:
    if response.status_code == 200:
        response_200 = cast(str, response.content)
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

    if response.status_code == 404:
        response_404 = ApiError.from_dict(response.json())



        return response_404

    if response.status_code == 405:
        response_405 = ApiError.from_dict(response.json())



        return response_405

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


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[ApiError | str]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    z: int,
    x: int,
    y: int,
    *,
    client: AuthenticatedClient,

) -> Response[ApiError | str]:
    """ Get the roads of a map tile

     A Mapbox Vector Tile 2.1. Layer `roads`: lines with `class` (a value of `highway`), `oneway` (lines
    run as traffic does), `speed` (km/h without traffic) and, from zoom 12, `name`. Of maps that were
    built with a basemap also areas in `water`, `green` and `building`, lines in `waterway`, and points
    in `place` with `name` and `kind`. A tile that shows nothing has no bytes. Free of charge.

    Args:
        z (int):
        x (int):
        y (int):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ApiError | str]
     """


    kwargs = _get_kwargs(
        z=z,
x=x,
y=y,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    z: int,
    x: int,
    y: int,
    *,
    client: AuthenticatedClient,

) -> ApiError | str | None:
    """ Get the roads of a map tile

     A Mapbox Vector Tile 2.1. Layer `roads`: lines with `class` (a value of `highway`), `oneway` (lines
    run as traffic does), `speed` (km/h without traffic) and, from zoom 12, `name`. Of maps that were
    built with a basemap also areas in `water`, `green` and `building`, lines in `waterway`, and points
    in `place` with `name` and `kind`. A tile that shows nothing has no bytes. Free of charge.

    Args:
        z (int):
        x (int):
        y (int):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ApiError | str
     """


    return sync_detailed(
        z=z,
x=x,
y=y,
client=client,

    ).parsed

async def asyncio_detailed(
    z: int,
    x: int,
    y: int,
    *,
    client: AuthenticatedClient,

) -> Response[ApiError | str]:
    """ Get the roads of a map tile

     A Mapbox Vector Tile 2.1. Layer `roads`: lines with `class` (a value of `highway`), `oneway` (lines
    run as traffic does), `speed` (km/h without traffic) and, from zoom 12, `name`. Of maps that were
    built with a basemap also areas in `water`, `green` and `building`, lines in `waterway`, and points
    in `place` with `name` and `kind`. A tile that shows nothing has no bytes. Free of charge.

    Args:
        z (int):
        x (int):
        y (int):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ApiError | str]
     """


    kwargs = _get_kwargs(
        z=z,
x=x,
y=y,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    z: int,
    x: int,
    y: int,
    *,
    client: AuthenticatedClient,

) -> ApiError | str | None:
    """ Get the roads of a map tile

     A Mapbox Vector Tile 2.1. Layer `roads`: lines with `class` (a value of `highway`), `oneway` (lines
    run as traffic does), `speed` (km/h without traffic) and, from zoom 12, `name`. Of maps that were
    built with a basemap also areas in `water`, `green` and `building`, lines in `waterway`, and points
    in `place` with `name` and `kind`. A tile that shows nothing has no bytes. Free of charge.

    Args:
        z (int):
        x (int):
        y (int):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ApiError | str
     """


    return (await asyncio_detailed(
        z=z,
x=x,
y=y,
client=client,

    )).parsed
