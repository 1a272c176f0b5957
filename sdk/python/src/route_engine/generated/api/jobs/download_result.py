from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.api_error import ApiError
from ...models.matrix_response import MatrixResponse
from ...models.routing_response import RoutingResponse
from typing import cast



def _get_kwargs(
    file: str,
    *,
    expires: int,
    signature: str,

) -> dict[str, Any]:
    

    

    params: dict[str, Any] = {}

    params["expires"] = expires

    params["signature"] = signature


    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}


    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/engine/results/v1/{file}".format(file=quote(str(file), safe=""),),
        "params": params,
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> ApiError | MatrixResponse | RoutingResponse | None:
    if response.status_code == 200:
        def _parse_response_200(data: object) -> MatrixResponse | RoutingResponse:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_job_result_type_0 = RoutingResponse.from_dict(data)



                return componentsschemas_job_result_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            componentsschemas_job_result_type_1 = MatrixResponse.from_dict(data)



            return componentsschemas_job_result_type_1

        response_200 = _parse_response_200(response.json())

        return response_200

    if response.status_code == 400:
        response_400 = ApiError.from_dict(response.json())



        return response_400

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

    if response.status_code == 500:
        response_500 = ApiError.from_dict(response.json())



        return response_500

    if response.status_code == 503:
        response_503 = ApiError.from_dict(response.json())



        return response_503

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[ApiError | MatrixResponse | RoutingResponse]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    file: str,
    *,
    client: AuthenticatedClient | Client,
    expires: int,
    signature: str,

) -> Response[ApiError | MatrixResponse | RoutingResponse]:
    """ Download the result of a job by its link

     Follow `url` of a job as it is; do not put it together. Needs no key, is free of charge and kept for
    24 hours after the end of the job. Where the operator keeps results in a bucket, links lead there
    instead.

    Args:
        file (str):
        expires (int):
        signature (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ApiError | MatrixResponse | RoutingResponse]
     """


    kwargs = _get_kwargs(
        file=file,
expires=expires,
signature=signature,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    file: str,
    *,
    client: AuthenticatedClient | Client,
    expires: int,
    signature: str,

) -> ApiError | MatrixResponse | RoutingResponse | None:
    """ Download the result of a job by its link

     Follow `url` of a job as it is; do not put it together. Needs no key, is free of charge and kept for
    24 hours after the end of the job. Where the operator keeps results in a bucket, links lead there
    instead.

    Args:
        file (str):
        expires (int):
        signature (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ApiError | MatrixResponse | RoutingResponse
     """


    return sync_detailed(
        file=file,
client=client,
expires=expires,
signature=signature,

    ).parsed

async def asyncio_detailed(
    file: str,
    *,
    client: AuthenticatedClient | Client,
    expires: int,
    signature: str,

) -> Response[ApiError | MatrixResponse | RoutingResponse]:
    """ Download the result of a job by its link

     Follow `url` of a job as it is; do not put it together. Needs no key, is free of charge and kept for
    24 hours after the end of the job. Where the operator keeps results in a bucket, links lead there
    instead.

    Args:
        file (str):
        expires (int):
        signature (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ApiError | MatrixResponse | RoutingResponse]
     """


    kwargs = _get_kwargs(
        file=file,
expires=expires,
signature=signature,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    file: str,
    *,
    client: AuthenticatedClient | Client,
    expires: int,
    signature: str,

) -> ApiError | MatrixResponse | RoutingResponse | None:
    """ Download the result of a job by its link

     Follow `url` of a job as it is; do not put it together. Needs no key, is free of charge and kept for
    24 hours after the end of the job. Where the operator keeps results in a bucket, links lead there
    instead.

    Args:
        file (str):
        expires (int):
        signature (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ApiError | MatrixResponse | RoutingResponse
     """


    return (await asyncio_detailed(
        file=file,
client=client,
expires=expires,
signature=signature,

    )).parsed
