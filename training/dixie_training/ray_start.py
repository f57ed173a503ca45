"""Ray, if it is there."""

from dixie_env.extras import MissingExtra, install_hint


def start_ray(address: str | None) -> None:
    """Connect to a cluster, or start Ray on this machine, unless that was done before.

    Args:
        address: Of the cluster; None for this machine.

    Raises:
        MissingExtra: Ray is not installed.
    """
    try:
        import ray
    except ImportError as error:
        raise MissingExtra(f"this needs the extra 'ray': {install_hint('ray')} ({error})") from None
    if not ray.is_initialized():
        ray.init(address=address, include_dashboard=False, log_to_driver=False)
