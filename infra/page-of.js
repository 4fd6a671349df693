// Runs at CloudFront's edge for every request that is neither /api/* nor /assets/*.
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls the function of this name.
function handler(event) {
  var request = event.request;
  var path = request.uri;
  if (path === "/") request.uri = "/index.html";
  else if (path === "/admin" || (path.indexOf("/admin/") === 0 && path.indexOf(".") === -1))
    request.uri = "/admin.html";
  else if (!/^\/[\w-]+\.\w+$/.test(path))
    return { statusCode: 302, statusDescription: "Found", headers: { location: { value: "/" } } };
  return request;
}
