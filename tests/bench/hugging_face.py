"""Hugging Face's tokenizers by their npm package, installed into the build folder."""
import json
import os
import shutil
import subprocess

INSTALL_SECONDS = 300


class HuggingFace:
    def __init__(self, folder):
        self.package = os.path.join(folder, "node_modules", "tokenizers")
        self.script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "hugging_face.js")

    def version(self):
        with open(os.path.join(self.package, "package.json"), encoding="utf-8") as file:
            return json.load(file)["version"]

    def command(self, what, vocabulary, text):
        return f"node {self.script} {self.package} {what} {vocabulary} {text}"


def install(folder):
    """None when node has the package, or else why it has not."""
    if shutil.which("node") is None:
        return "node is not installed"
    if os.path.exists(os.path.join(folder, "node_modules", "tokenizers", "package.json")):
        return None
    if shutil.which("npm") is None:
        return "npm is not installed"
    os.makedirs(folder, exist_ok=True)
    try:
        done = subprocess.run(["npm", "install", "--prefix", folder, "--no-audit", "--no-fund", "--no-save",
                               "tokenizers"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, timeout=INSTALL_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return f"npm could not install it in {INSTALL_SECONDS} seconds"
    return None if done.returncode == 0 else f"npm could not install it (exit code {done.returncode})"


def find(build):
    """Hugging Face's tokenizers, or None; says which."""
    folder = os.path.abspath(os.path.join(build, "bench", "npm"))
    missing = install(folder)
    found = None if missing else HuggingFace(folder)
    if found and subprocess.run(["node", "-e", "require(process.argv[1])", found.package], check=False,
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode != 0:
        missing, found = "node cannot load it", None
    print(f"Hugging Face's tokenizers (npm): {missing or found.version()}\n")
    return found
