from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.api_error import ApiError
from ...models.get_usage_group_by import GetUsageGroupBy
from ...models.usage_report import UsageReport
from ...types import UNSET, Unset
from typing import cast



def _get_kwargs(
    *,
    from_: str | Unset = UNSET,
    to: str | Unset = UNSET,
    group_by: GetUsageGroupBy | Unset = UNSET,

) -> dict[str, Any]:
    

    

    params: dict[str, Any] = {}

    params["from"] = from_

    params["to"] = to

    json_group_by: str | Unset = UNSET
    if not isinstance(group_by, Unset):
        json_group_by = group_by.value

    params["group_by"] = json_group_by


    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}


    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/engine/account/v1/usage",
        "params": params,
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> ApiError | UsageReport | None:
    if response.status_code == 200:
        response_200 = UsageReport.from_dict(response.json())



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


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[ApiError | UsageReport]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    from_: str | Unset = UNSET,
    to: str | Unset = UNSET,
    group_by: GetUsageGroupBy | Unset = UNSET,

) -> Response[ApiError | UsageReport]:
    """ Get the usage of the account over time

     Free of charge. Without `from`, the last 30 days.

    Args:
        from_ (str | Unset):
        to (str | Unset):
        group_by (GetUsageGroupBy | Unset): How requests are grouped.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ApiError | UsageReport]
     """


    kwargs = _get_kwargs(
        from_=from_,
to=to,
group_by=group_by,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    *,
    client: AuthenticatedClient,
    from_: str | Unset = UNSET,
    to: str | Unset = UNSET,
    group_by: GetUsageGroupBy | Unset = UNSET,

) -> ApiError | UsageReport | None:
    """ Get the usage of the account over time

     Free of charge. Without `from`, the last 30 days.

    Args:
        from_ (str | Unset):
        to (str | Unset):
        group_by (GetUsageGroupBy | Unset): How requests are grouped.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ApiError | UsageReport
     """


    return sync_detailed(
        client=client,
from_=from_,
to=to,
group_by=group_by,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    from_: str | Unset = UNSET,
    to: str | Unset = UNSET,
    group_by: GetUsageGroupBy | Unset = UNSET,

) -> Response[ApiError | UsageReport]:
    """ Get the usage of the account over time

     Free of charge. Without `from`, the last 30 days.

    Args:
        from_ (str | Unset):
        to (str | Unset):
        group_by (GetUsageGroupBy | Unset): How requests are grouped.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ApiError | UsageReport]
     """


    kwargs = _get_kwargs(
        from_=from_,
to=to,
group_by=group_by,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    *,
    client: AuthenticatedClient,
    from_: str | Unset = UNSET,
    to: str | Unset = UNSET,
    group_by: GetUsageGroupBy | Unset = UNSET,

) -> ApiError | UsageReport | None:
    """ Get the usage of the account over time

     Free of charge. Without `from`, the last 30 days.

    Args:
        from_ (str | Unset):
        to (str | Unset):
        group_by (GetUsageGroupBy | Unset): How requests are grouped.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ApiError | UsageReport
     """


    return (await asyncio_detailed(
        client=client,
from_=from_,
to=to,
group_by=group_by,

    )).parsed
