"""Unpacks .gpu/pack/ (made by gpu-pack.mjs) into a checkout without Node: .gpu/bin/node, node_modules/ and dist/.

Python's own lzma and tarfile do it, so that neither xz nor tar is needed.
"""

import lzma
import pathlib
import shutil
import sys
import tarfile

root = pathlib.Path(__file__).resolve().parent.parent
pack = root / ".gpu" / "pack"
wanted = (pack / "pack.sha256").read_text().strip()
marker = root / "node_modules" / ".gpu-pack"

if (root / "node_modules").exists() and not marker.exists():
    print("node_modules is this checkout's own: nothing unpacked")
    sys.exit(0)
if marker.exists() and marker.read_text().strip() == wanted:
    print("unpacked already")
    sys.exit(0)

for folder in ("node_modules", "dist", "runtime/dist"):
    shutil.rmtree(root / folder, ignore_errors=True)
node = root / ".gpu" / "bin" / "node"
node.parent.mkdir(parents=True, exist_ok=True)
with lzma.open(pack / "node.xz") as source, open(node, "wb") as target:
    shutil.copyfileobj(source, target, 1 << 20)
node.chmod(0o755)
with tarfile.open(pack / "modules.tar.xz", "r:xz") as archive:
    archive.extractall(root, filter="data") if hasattr(tarfile, "data_filter") else archive.extractall(root)
# As scripts/link-package.mjs does where there is a compiler.
(root / "node_modules" / "rowfuse").symlink_to("..")
(root / "node_modules" / "@rowfuse").mkdir(exist_ok=True)
(root / "node_modules" / "@rowfuse" / "runtime").symlink_to("../../runtime")
marker.write_text(wanted + "\n")
print("unpacked")
