from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.api_error import ApiError
from ...models.job_page import JobPage
from ...models.job_state import JobState
from ...models.list_jobs_kind import ListJobsKind
from ...types import UNSET, Unset
from typing import cast



def _get_kwargs(
    *,
    limit: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
    kind: ListJobsKind | Unset = UNSET,
    status: JobState | Unset = UNSET,

) -> dict[str, Any]:
    

    

    params: dict[str, Any] = {}

    params["limit"] = limit

    params["cursor"] = cursor

    json_kind: str | Unset = UNSET
    if not isinstance(kind, Unset):
        json_kind = kind.value

    params["kind"] = json_kind

    json_status: str | Unset = UNSET
    if not isinstance(status, Unset):
        json_status = status.value

    params["status"] = json_status


    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}


    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/engine/jobs/v1",
        "params": params,
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> ApiError | JobPage | None:
    if response.status_code == 200:
        response_200 = JobPage.from_dict(response.json())



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


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[ApiError | JobPage]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    limit: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
    kind: ListJobsKind | Unset = UNSET,
    status: JobState | Unset = UNSET,

) -> Response[ApiError | JobPage]:
    """ List the account's jobs, newest first

     Free of charge. The list includes expired jobs.

    Args:
        limit (int | Unset):
        cursor (str | Unset):
        kind (ListJobsKind | Unset): The kind of job.
        status (JobState | Unset): `Running` from the moment it is accepted, while it waits as
            well; `Expired` 24 hours after its end, whichever that was.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ApiError | JobPage]
     """


    kwargs = _get_kwargs(
        limit=limit,
cursor=cursor,
kind=kind,
status=status,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    *,
    client: AuthenticatedClient,
    limit: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
    kind: ListJobsKind | Unset = UNSET,
    status: JobState | Unset = UNSET,

) -> ApiError | JobPage | None:
    """ List the account's jobs, newest first

     Free of charge. The list includes expired jobs.

    Args:
        limit (int | Unset):
        cursor (str | Unset):
        kind (ListJobsKind | Unset): The kind of job.
        status (JobState | Unset): `Running` from the moment it is accepted, while it waits as
            well; `Expired` 24 hours after its end, whichever that was.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ApiError | JobPage
     """


    return sync_detailed(
        client=client,
limit=limit,
cursor=cursor,
kind=kind,
status=status,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    limit: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
    kind: ListJobsKind | Unset = UNSET,
    status: JobState | Unset = UNSET,

) -> Response[ApiError | JobPage]:
    """ List the account's jobs, newest first

     Free of charge. The list includes expired jobs.

    Args:
        limit (int | Unset):
        cursor (str | Unset):
        kind (ListJobsKind | Unset): The kind of job.
        status (JobState | Unset): `Running` from the moment it is accepted, while it waits as
            well; `Expired` 24 hours after its end, whichever that was.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ApiError | JobPage]
     """


    kwargs = _get_kwargs(
        limit=limit,
cursor=cursor,
kind=kind,
status=status,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    *,
    client: AuthenticatedClient,
    limit: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
    kind: ListJobsKind | Unset = UNSET,
    status: JobState | Unset = UNSET,

) -> ApiError | JobPage | None:
    """ List the account's jobs, newest first

     Free of charge. The list includes expired jobs.

    Args:
        limit (int | Unset):
        cursor (str | Unset):
        kind (ListJobsKind | Unset): The kind of job.
        status (JobState | Unset): `Running` from the moment it is accepted, while it waits as
            well; `Expired` 24 hours after its end, whichever that was.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ApiError | JobPage
     """


    return (await asyncio_detailed(
        client=client,
limit=limit,
cursor=cursor,
kind=kind,
status=status,

    )).parsed
