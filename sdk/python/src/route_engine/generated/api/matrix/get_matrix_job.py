from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.api_error import ApiError
from ...models.get_matrix_job_details import GetMatrixJobDetails
from ...models.job_status import JobStatus
from ...types import UNSET, Unset
from typing import cast



def _get_kwargs(
    *,
    jobid: str,
    details: GetMatrixJobDetails | Unset = UNSET,

) -> dict[str, Any]:
    

    

    params: dict[str, Any] = {}

    params["jobid"] = jobid

    json_details: str | Unset = UNSET
    if not isinstance(details, Unset):
        json_details = details.value

    params["details"] = json_details


    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}


    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/engine/matrix/v1",
        "params": params,
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> ApiError | JobStatus | None:
    if response.status_code == 200:
        response_200 = JobStatus.from_dict(response.json())



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


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[ApiError | JobStatus]:
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
    details: GetMatrixJobDetails | Unset = UNSET,

) -> Response[ApiError | JobStatus]:
    """ Get the status and the result of a job

     Free of charge. A job that waits for its turn is `Running`, too. Ask again after `Retry-After`
    seconds, or watch its events, or use a webhook.

    Args:
        jobid (str):
        details (GetMatrixJobDetails | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ApiError | JobStatus]
     """


    kwargs = _get_kwargs(
        jobid=jobid,
details=details,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    *,
    client: AuthenticatedClient,
    jobid: str,
    details: GetMatrixJobDetails | Unset = UNSET,

) -> ApiError | JobStatus | None:
    """ Get the status and the result of a job

     Free of charge. A job that waits for its turn is `Running`, too. Ask again after `Retry-After`
    seconds, or watch its events, or use a webhook.

    Args:
        jobid (str):
        details (GetMatrixJobDetails | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ApiError | JobStatus
     """


    return sync_detailed(
        client=client,
jobid=jobid,
details=details,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    jobid: str,
    details: GetMatrixJobDetails | Unset = UNSET,

) -> Response[ApiError | JobStatus]:
    """ Get the status and the result of a job

     Free of charge. A job that waits for its turn is `Running`, too. Ask again after `Retry-After`
    seconds, or watch its events, or use a webhook.

    Args:
        jobid (str):
        details (GetMatrixJobDetails | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ApiError | JobStatus]
     """


    kwargs = _get_kwargs(
        jobid=jobid,
details=details,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    *,
    client: AuthenticatedClient,
    jobid: str,
    details: GetMatrixJobDetails | Unset = UNSET,

) -> ApiError | JobStatus | None:
    """ Get the status and the result of a job

     Free of charge. A job that waits for its turn is `Running`, too. Ask again after `Retry-After`
    seconds, or watch its events, or use a webhook.

    Args:
        jobid (str):
        details (GetMatrixJobDetails | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ApiError | JobStatus
     """


    return (await asyncio_detailed(
        client=client,
jobid=jobid,
details=details,

    )).parsed
