from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.api_error import ApiError
from ...models.result_of_job import ResultOfJob
from typing import cast



def _get_kwargs(
    *,
    jobid: str,

) -> dict[str, Any]:
    

    

    params: dict[str, Any] = {}

    params["jobid"] = jobid


    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}


    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/engine/jobs/v1/result",
        "params": params,
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> ApiError | ResultOfJob | None:
    if response.status_code == 200:
        response_200 = ResultOfJob.from_dict(response.json())



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

    if response.status_code == 410:
        response_410 = ApiError.from_dict(response.json())



        return response_410

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


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[ApiError | ResultOfJob]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    jobid: str,

) -> Response[ApiError | ResultOfJob]:
    """ Get the result of a job through the service

     Free of charge. Returns what the `url` of the job points to, for clients that can reach the service
    but not the store of its results, such as a page that may not send requests to other hosts. Prefer
    `url`: it needs no key, and it puts no load on the service.

    Args:
        jobid (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ApiError | ResultOfJob]
     """


    kwargs = _get_kwargs(
        jobid=jobid,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    *,
    client: AuthenticatedClient,
    jobid: str,

) -> ApiError | ResultOfJob | None:
    """ Get the result of a job through the service

     Free of charge. Returns what the `url` of the job points to, for clients that can reach the service
    but not the store of its results, such as a page that may not send requests to other hosts. Prefer
    `url`: it needs no key, and it puts no load on the service.

    Args:
        jobid (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ApiError | ResultOfJob
     """


    return sync_detailed(
        client=client,
jobid=jobid,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    jobid: str,

) -> Response[ApiError | ResultOfJob]:
    """ Get the result of a job through the service

     Free of charge. Returns what the `url` of the job points to, for clients that can reach the service
    but not the store of its results, such as a page that may not send requests to other hosts. Prefer
    `url`: it needs no key, and it puts no load on the service.

    Args:
        jobid (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ApiError | ResultOfJob]
     """


    kwargs = _get_kwargs(
        jobid=jobid,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    *,
    client: AuthenticatedClient,
    jobid: str,

) -> ApiError | ResultOfJob | None:
    """ Get the result of a job through the service

     Free of charge. Returns what the `url` of the job points to, for clients that can reach the service
    but not the store of its results, such as a page that may not send requests to other hosts. Prefer
    `url`: it needs no key, and it puts no load on the service.

    Args:
        jobid (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ApiError | ResultOfJob
     """


    return (await asyncio_detailed(
        client=client,
jobid=jobid,

    )).parsed
