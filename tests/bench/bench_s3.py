#!/usr/bin/python3
"""bench_s3.py [--runs N] [--scale X] [--tools s3sync,curl,...]

s3sync beside awscli, rclone, s3cmd and one `curl -Z --parallel-max 8 -T`, on the same server in the
same run: Ceph's radosgw on a loopback port, its data in memory. Three loads: 64 files of 16 MiB, 2000
of 16 KiB, and the latter once more when nothing has changed. A scale below 1 takes fewer files.

Wall and CPU seconds are the best of the runs, peak memory the highest; requests are what the server
wrote into its log. curl hashes nothing and has no third load, and the server does not hash what it sends;
"signed" is curl with hashes that were made beforehand and that the server checks, as it does those of
s3sync.
"""
import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BIN = os.path.join(os.environ.get("BUILD", os.path.join(ROOT, "build")), "bin")
KEYS = {"AWS_ACCESS_KEY_ID": "TESTACCESSKEY0000001",
        "AWS_SECRET_ACCESS_KEY": "testSecretKey0000000000000000000000000001",
        "AWS_REGION": "us-east-1", "AWS_DEFAULT_REGION": "us-east-1"}

# What is deleted or replaced shall not stay in memory.
SERVER_SETTINGS = r"rgw gc obj min wait = 1\nrgw gc processor period = 1\nrgw gc processor max time = 60\n"


class Server:
    """radosgw, and how many requests it has answered."""

    def __init__(self, folder):
        self.folder = folder
        env = {**os.environ, "EXTRA": SERVER_SETTINGS, "MEMSTORE_BYTES": str(6 << 30)}
        started = subprocess.run([f"{ROOT}/tests/s3/start_radosgw.sh", folder], env=env, text=True,
                                 stdout=subprocess.PIPE, check=True)
        self.url = started.stdout.split()[0]
        self.position = 0

    def requests(self):
        """Requests answered since the last call."""
        time.sleep(0.3)
        with open(f"{self.folder}/log/client.rgw.log", "rb") as file:
            file.seek(self.position)
            text = file.read()
        self.position += len(text)
        return len(re.findall(rb'"(?:GET|PUT|POST|HEAD|DELETE) [^"]* HTTP/1', text))

    def stop(self):
        subprocess.run([f"{ROOT}/tests/s3/stop_radosgw.sh", self.folder], check=False)


class Tool:
    """How a tool is called to make a bucket equal to a folder."""

    def __init__(self, name, server, folder):
        self.name, self.server, self.folder = name, server, folder
        plain = {name: value for name, value in os.environ.items()
                 if not name.startswith("AWS_") and not name.lower().endswith("_proxy")}
        self.env = {**plain, **KEYS, "HOME": folder, "AWS_ENDPOINT_URL": server.url,
                    "AWS_EC2_METADATA_DISABLED": "true"}

    def version(self):
        command = {"s3sync": [f"{BIN}/s3sync", "--version"], "aws": ["/usr/bin/aws", "--version"],
                   "rclone": ["/usr/bin/rclone", "version"], "s3cmd": ["/usr/bin/s3cmd", "--version"],
                   "curl": ["/usr/bin/curl", "--version"], "signed": ["/usr/bin/curl", "--version"]}[self.name]
        text = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False).stdout
        return text.split("\n")[0].split(" (x86")[0].split(" Python")[0]

    def command(self, source, bucket):
        endpoint, host = self.server.url, self.server.url.partition("//")[2]
        if self.name == "s3sync":
            return [f"{BIN}/s3sync", "-q", source, f"s3://{bucket}/data"]
        if self.name == "aws":
            return ["/usr/bin/aws", "--endpoint-url", endpoint, "s3", "sync", "--quiet", source, f"s3://{bucket}/data"]
        if self.name == "rclone":
            return ["/usr/bin/rclone", "--config", "/dev/null", "--s3-provider", "Ceph", "--s3-endpoint", endpoint,
                    "--s3-env-auth", "sync", source, f":s3:{bucket}/data"]
        if self.name == "s3cmd":
            return ["/usr/bin/s3cmd", "--no-check-certificate", "--no-ssl", "--host", host, "--host-bucket", host,
                    "--access_key", KEYS["AWS_ACCESS_KEY_ID"], "--secret_key", KEYS["AWS_SECRET_ACCESS_KEY"],
                    "--quiet", "sync", source + "/", f"s3://{bucket}/data/"]
        config = f"{self.folder}/curl-{os.path.basename(source)}-{bucket}"
        with open(config, "w", encoding="utf-8") as file:
            file.write("\nnext\n".join(self.transfer(f"{source}/{name}", f"{endpoint}/{bucket}/data/{name}")
                                       for name in sorted(os.listdir(source))))
        return ["/usr/bin/curl", "-Z", "--parallel-max", "8", "-K", config]

    def transfer(self, path, url):
        """What curl is told of one file."""
        payload = "UNSIGNED-PAYLOAD"
        if self.name == "signed":
            with open(path, "rb") as file:
                payload = hashlib.sha256(file.read()).hexdigest()
        return (f'silent\nshow-error\nfail\nnoproxy = "*"\naws-sigv4 = "aws:amz:us-east-1:s3"\n'
                f'user = "{KEYS["AWS_ACCESS_KEY_ID"]}:{KEYS["AWS_SECRET_ACCESS_KEY"]}"\n'
                f'header = "x-amz-content-sha256: {payload}"\nupload-file = "{path}"\nurl = "{url}"\n'
                'output = "/dev/null"')

    def run(self, source, bucket):
        """Wall seconds, CPU seconds, peak bytes, requests."""
        command = self.command(source, bucket)
        self.server.requests()
        begin = time.perf_counter()
        child = subprocess.Popen(command, env=self.env, stdout=subprocess.DEVNULL,
                                 stderr=open(f"{self.folder}/stderr", "wb"))
        peak, waited = 0, (0, 0, None)
        while waited[0] == 0:
            peak = max(peak, peak_of(child.pid))
            time.sleep(0.02)
            waited = os.wait4(child.pid, os.WNOHANG)
        wall = time.perf_counter() - begin
        _, status, usage = waited
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode != 0:
            with open(f"{self.folder}/stderr", encoding="utf-8", errors="replace") as file:
                sys.exit(f"{command[0]} failed with {child.returncode}:\n{file.read()[-2000:]}")
        return wall, usage.ru_utime + usage.ru_stime, peak, self.server.requests()


def peak_of(process):
    """The most memory it has held since it began to run its own program; its parent's does not count."""
    try:
        with open(f"/proc/{process}/status", encoding="ascii", errors="replace") as file:
            return next((int(line.split()[1]) * 1024 for line in file if line.startswith("VmHWM:")), 0)
    except OSError:
        return 0


def make_files(folder, count, size):
    os.makedirs(folder)
    for number in range(count):
        with open(f"{folder}/file_{number:05d}", "wb") as file:
            file.write(os.urandom(size))


def bucket_of(server, name):
    """A new bucket."""
    subprocess.run([sys.executable, f"{ROOT}/tests/s3/bucket.py", "make", name], check=True,
                   env={**os.environ, **KEYS, "AWS_ENDPOINT_URL": server.url})
    return name


def empty(server, bucket):
    subprocess.run([sys.executable, f"{ROOT}/tests/s3/bucket.py", "empty", bucket], check=True,
                   env={**os.environ, **KEYS, "AWS_ENDPOINT_URL": server.url})
    time.sleep(2)


class Table:
    def __init__(self):
        print(f"{'':<10}{'load':<16}{'wall s':>9}{'CPU s':>9}{'requests':>10}{'peak MiB':>10}")
        self.rows = {}

    def add(self, tool, load, results):
        best = [min(column) for column in list(zip(*results))[:2]]
        peak, requests = max(result[2] for result in results), results[-1][3]
        self.rows[tool, load] = best
        print(f"{tool:<10}{load:<16}{best[0]:>9.2f}{best[1]:>9.2f}{requests:>10}{peak / 2**20:>10.1f}", flush=True)


def measure(table, tools, server, folder, loads, runs):
    for load, (source, unchanged) in loads.items():
        for tool in tools:
            fresh, again = [], []
            for number in range(runs):
                bucket = bucket_of(server, f"{tool.name}-{os.path.basename(source)}-{number}")
                shutil.rmtree(f"{folder}/.cache", ignore_errors=True)
                fresh.append(tool.run(source, bucket))
                if unchanged and tool.name not in ("curl", "signed"):
                    again.append(tool.run(source, bucket))
                empty(server, bucket)
            table.add(tool.name, load, fresh)
            if again:
                table.add(tool.name, unchanged, again)
        print()


def sum_up(table, bytes_of):
    for load, size in bytes_of.items():
        own = table.rows.get(("s3sync", load))
        for name, what in (("curl", "curl"), ("signed", "curl with signed hashes")):
            other = table.rows.get((name, load))
            if own and other:
                print(f"{load}: s3sync takes {own[0] / other[0]:.2f} times the wall time of {what}")
        if own and size >= 1 << 29:
            print(f"{load}: {own[1] / (size / 2**30):.2f} CPU seconds a GiB")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=2)
    parser.add_argument("--scale", type=float, default=1)
    parser.add_argument("--tools", default="s3sync,curl,signed,aws,rclone,s3cmd")
    arguments = parser.parse_args()
    names = [name for name in arguments.tools.split(",")
             if name in ("s3sync", "signed") or os.path.exists(f"/usr/bin/{name}")]
    for name in set(arguments.tools.split(",")) - set(names):
        print(f"{name} is not installed here")
    large, small = max(1, int(64 * arguments.scale)), max(1, int(2000 * arguments.scale))
    parent = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="mlmprep-bench.", dir=parent) as folder:
        make_files(f"{folder}/large", large, 16 << 20)
        make_files(f"{folder}/small", small, 16 << 10)
        server = Server(f"{folder}/server")
        try:
            tools = [Tool(name, server, folder) for name in names]
            for version in dict.fromkeys(tool.version() for tool in tools):
                print(version)
            print(f"\nbest of {arguments.runs}, {os.cpu_count()} processors shared with the server\n")
            table = Table()
            loads = {f"{large} x 16 MiB": (f"{folder}/large", None),
                     f"{small} x 16 KiB": (f"{folder}/small", f"unchanged {small}")}
            measure(table, tools, server, folder, loads, arguments.runs)
            sum_up(table, {f"{large} x 16 MiB": large << 24, f"{small} x 16 KiB": small << 14})
        finally:
            server.stop()


if __name__ == "__main__":
    main()
